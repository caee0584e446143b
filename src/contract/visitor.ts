import { accountContract } from './account.ts'
import { catalogContract } from './catalog.ts'
import { certificatesContract } from './certificates.ts'
import { commerceContract } from './commerce.ts'
import { identityContract } from './identity.ts'
import { learningContract } from './learning.ts'
import { libraryContract } from './library.ts'
import { siteContract } from './site.ts'

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
