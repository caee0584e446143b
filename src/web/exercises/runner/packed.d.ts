/** The URL of a compressed file of a package: see packedFiles in vite.config.ts. */
declare module 'packed:*' {
  const url: string
  export default url
}
