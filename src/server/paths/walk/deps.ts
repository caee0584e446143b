import type { Catalog } from '#server/catalog/index.ts'
import type { Commerce } from '#server/commerce/index.ts'
import type { Certificates, Learning } from '#server/learning/index.ts'
import type { Database } from '#server/platform/database/index.ts'

export type WalkDeps = {
  database: Database
  catalog: Catalog
  learning: Learning
  commerce: Pick<Commerce, 'pathOffers'>
  certificates: Pick<Certificates, 'issueForPath' | 'listOfPaths'>
}
