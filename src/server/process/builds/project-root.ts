import { join } from 'node:path'

/** The folder of package.json, src and dist. */
export const projectRoot = join(import.meta.dirname, '../../../..')
