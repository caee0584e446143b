import { authoringContract } from './authoring.ts'
import { certificatesContract } from './certificates.ts'
import { auditContract } from './audit.ts'
import { catalogContract } from './catalog.ts'
import { categoriesContract } from './categories.ts'
import { commerceContract } from './commerce.ts'
import { identityContract } from './identity.ts'
import { uploadsContract } from './images.ts'
import { learningContract } from './learning.ts'
import { settingsContract } from './settings.ts'
import { mailContract } from './mail.ts'
import { promoCodesContract } from './promo-codes.ts'
import { salesContract } from './sales.ts'
import { libraryContract } from './library.ts'
import { siteContract } from './site.ts'
import { studentsContract } from './students.ts'

/** Every call the product knows, by domain. Both sides are typed by this one value. */
export const contract = {
  identity: identityContract,
  mail: mailContract,
  catalog: catalogContract,
  authoring: authoringContract,
  learning: learningContract,
  certificates: certificatesContract,
  library: libraryContract,
  commerce: commerceContract,
  sales: salesContract,
  students: studentsContract,
  categories: categoriesContract,
  audit: auditContract,
  promoCodes: promoCodesContract,
  settings: settingsContract,
  site: siteContract,
  uploads: uploadsContract,
}
export type Contract = typeof contract
