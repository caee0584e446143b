/** The URL of a compressed file of a package: see packedFiles in vite.config.ts. */
declare module 'packed:*' {
  const url: string
  export default url
}

/** The URL of the files of an empty database: see emptyDatabase in vite.config.ts. */
declare module 'empty-database:' {
  const url: string
  export default url
}
