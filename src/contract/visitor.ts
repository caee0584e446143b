import { accountContract } from './identity/account.ts'
import { catalogContract } from './catalog/catalog.ts'
import { certificatesContract } from './learning/certificates.ts'
import { commerceContract } from './commerce/commerce.ts'
import { identityContract } from './identity/identity.ts'
import { learningContract } from './learning/learning.ts'
import { libraryContract } from './library/library.ts'
import { siteContract } from './site/site.ts'

/** Endpoints for visitors and students: the part of the contract that every page loads. */
export const visitorContract = {
  identity: identityContract,
  account: accountContract,
  catalog: catalogContract,
  learning: learningContract,
  certificates: certificatesContract,
  library: libraryContract,
  commerce: commerceContract,
  site: siteContract,
}
