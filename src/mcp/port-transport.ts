import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** MCP over a message port: between two parts of a page, or a page and its worker. */
export class PortTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  start(): Promise<void> {
    this.#port.addEventListener('message', ({ data }) => this.onmessage?.(data as JSONRPCMessage));
    this.#port.start();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#port.postMessage(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#port.close();
    this.onclose?.();
    return Promise.resolve();
  }
}
