export { cdnConfig, cdnSettings, loneCdnSetting, type CdnConfig } from './settings.ts'
export { cdnModule, type Cdn, type CdnOptions } from './cdn.ts'
