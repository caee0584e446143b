import { assessmentDomain } from '#server/assessment/index.ts'
import { authoringDomain } from '#server/catalog/authoring/index.ts'
import { courseFiguresDomain } from '#server/catalog/course-figures/index.ts'
import { movingDomain } from '#server/moving/index.ts'
import { catalogDomain } from '#server/catalog/index.ts'
import { commerceDomain } from '#server/commerce/index.ts'
import { conversationDomain } from '#server/conversation/index.ts'
import { exercisesDomain } from '#server/exercises/index.ts'
import { groupsDomain } from '#server/groups/index.ts'
import { teamsDomain } from '#server/groups/teams/index.ts'
import { membersDomain } from '#server/groups/members/index.ts'
import { identityDomain } from '#server/identity/index.ts'
import { usersDomain } from '#server/identity/users/index.ts'
import { instructorsDomain } from '#server/instructors/index.ts'
import { integrationsDomain } from '#server/integrations/index.ts'
import { learningDomain } from '#server/learning/index.ts'
import { libraryDomain } from '#server/library/index.ts'
import { notificationsDomain } from '#server/notifications/index.ts'
import { pathsDomain } from '#server/paths/index.ts'
import { pathWalkDomain } from '#server/paths/walk/index.ts'
import { privacyDomain } from '#server/privacy/index.ts'
import { siteDomain } from '#server/site/index.ts'
import { settingsDomain } from '#server/site/settings/index.ts'
import type { AccountDomain, Domain } from './contribution.ts'
import { platformDomain } from './platform-domain.ts'

/** All domains, once: whatever the product does for each of them is folded from this list. */
export const domains = [
  assessmentDomain,
  courseFiguresDomain,
  movingDomain,
  conversationDomain,
  exercisesDomain,
  instructorsDomain,
  learningDomain,
  libraryDomain,
  commerceDomain,
  pathsDomain,
  pathWalkDomain,
  privacyDomain,
  notificationsDomain,
  authoringDomain,
  catalogDomain,
  groupsDomain,
  integrationsDomain,
  membersDomain,
  teamsDomain,
  platformDomain,
  settingsDomain,
] as const satisfies readonly Domain[]

/** Built with the accounts, which export and erase what the domains above know of a person. */
export const accountDomains = [identityDomain, usersDomain, siteDomain] as const satisfies readonly AccountDomain[]

export const invariants = [...domains, ...accountDomains].flatMap((domain) => [...domain.invariants])
