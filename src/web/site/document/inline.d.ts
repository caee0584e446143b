/** A script of the document, compiled by the build: see inlineScripts in vite.config.ts. */
declare module '*.inline.ts?script' {
  const code: string
  export default code
}
