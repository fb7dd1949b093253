import { McpServer, type Transport } from '@modelcontextprotocol/server';
import { listTools } from './server-tools';
import type { ToolSession } from './session';

const INSTRUCTIONS =
  'Identifies the birds of one observation. Usual order: detect_bird, quality_gate, classify_image, geo_prior; for sounds ' +
  'audio_quality, classify_sound. A call that fails says what to do instead.';

/** The nine tools as an MCP server, on whatever transport it is given. */
export async function serveMcp(session: ToolSession, transport: Transport, version: string): Promise<McpServer> {
  const server = new McpServer(
    { name: 'goldcrest', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  // By hand, because the schemas are ours already and a refused argument has to come back with our hint.
  const { server: requests } = server;
  requests.setRequestHandler('tools/list', () => ({ tools: listTools() }));
  requests.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { outcome } = await session.call(params.name, params.arguments ?? {}, mcpReq.signal);
    // A failed call is an answer too: the caller reads the hint and corrects itself.
    const answer = outcome.status === 'ok' ? outcome.payload : outcome;
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
      isError: outcome.status === 'failed',
    };
  });
  await server.connect(transport);
  return server;
}
