export { isBrandIcon } from './brand-icons.ts'
export { siteFilesModule } from './files.ts'
export { siteModule, type SiteModule } from './site.ts'
export { siteDomain } from './domain.ts'
