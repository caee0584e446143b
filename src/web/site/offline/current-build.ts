/** Identifies the build of this page. Empty on the development server. */
export const currentBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]')?.src ?? ''
