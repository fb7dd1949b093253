import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { status, whole, type Answer } from './misbehaving';

/** A server whose every answer a test decides. */
export interface PackServer {
  origin: string;
  host: string;
  answers: Record<string, Answer>;
  /** Paths in the order in which they were asked for. */
  asked: string[];
  /** Serves these files below a folder, as a good server does. */
  serve: (folder: string, files: Record<string, string | Buffer>) => void;
  close: () => void;
}

export async function startPackServer(): Promise<PackServer> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    (pack.answers[request.url ?? ''] ?? status(404))(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pack: PackServer = {
    origin: `http://${host}`,
    host,
    answers: {},
    asked,
    serve: (folder, files) => {
      for (const [path, content] of Object.entries(files))
        pack.answers[`/${folder}/${path}`] = whole(Buffer.from(content));
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return pack;
}
