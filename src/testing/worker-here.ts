import { expose } from 'comlink';

/**
 * A worker that lives in this process and does what `api` does.
 * @param onend is called when it is ended
 */
export function workerHere(api: object, onend: () => void = () => undefined): Worker {
  const { port1, port2 } = new MessageChannel();
  expose(api, port2);
  const worker = Object.assign(new EventTarget(), {
    postMessage: (message: unknown, transfer: Transferable[] = []) => {
      port1.postMessage(message, transfer);
    },
    terminate: () => {
      onend();
      port1.close();
      port2.close();
    },
    start: () => undefined,
  });
  port1.addEventListener('message', ({ data }) => {
    worker.dispatchEvent(new MessageEvent('message', { data: data as unknown }));
  });
  port1.start();
  return worker as unknown as Worker;
}
