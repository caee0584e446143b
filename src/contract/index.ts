import { staffContract } from './staff.ts'
import { visitorContract } from './visitor.ts'

/** Every call the product knows, by domain. Both sides are typed by this one value. */
export const contract = {
  ...visitorContract,
  ...staffContract,
  library: { ...visitorContract.library, ...staffContract.library },
}
export type Contract = typeof contract
