/** Which build this page runs on; empty where it runs on its sources. */
export const currentBuild = (): string => document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]')?.src ?? ''
