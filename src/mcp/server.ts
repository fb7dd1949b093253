import { Server, type Transport } from '@modelcontextprotocol/server';
import { listTools } from './server-tools';
import type { ToolSession } from './session';

const INSTRUCTIONS =
  'Identifies the birds of one observation. Usual order: detect_bird, quality_gate, classify_image, geo_prior; for sounds ' +
  'audio_quality, classify_sound. A call that fails says what to do instead.';

/** The nine tools as an MCP server, on whatever transport it is given. */
export async function serveMcp(session: ToolSession, transport: Transport, version: string): Promise<Server> {
  const server = new Server(
    { name: 'goldcrest', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listTools() }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { outcome } = await session.call(params.name, params.arguments ?? {}, mcpReq.signal);
    // A failed call is an answer too: the caller reads the hint and corrects itself.
    const answer = outcome.status === 'ok' ? outcome.payload : outcome;
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer as Record<string, unknown>,
      isError: outcome.status === 'failed',
    };
  });
  await server.connect(transport);
  return server;
}
