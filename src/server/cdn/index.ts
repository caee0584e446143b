export { cdnModule, type Cdn, type CdnOptions } from './cdn.ts'
