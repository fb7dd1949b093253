import type { Component } from 'svelte';
import { render } from 'vitest-browser-svelte';
import '../styles/tokens.css';
import '../styles/base.css';
import { lookup as makeLookup } from './factory';
import Harness from './Harness.svelte';

/** Renders a component as it stands inside the app: with names, pictures and the app's own styles. */
export async function draw<Props>(
  component: (internals: never, props: Props) => unknown,
  props: NoInfer<Props>,
  lookup = makeLookup(),
): Promise<void> {
  const drawn = component as unknown as Component<Record<string, unknown>>;
  await render(Harness, { props: { component: drawn, given: props as Record<string, unknown>, lookup } });
}
