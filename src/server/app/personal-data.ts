import { assessmentPersonalData } from '#server/assessment/index.ts'
import { catalogPersonalData } from '#server/catalog/index.ts'
import { commercePersonalData, shoppingPersonalData } from '#server/commerce/index.ts'
import { conversationPersonalData } from '#server/conversation/index.ts'
import { apiKeysPersonalData } from '#server/integrations/api-keys/index.ts'
import { exercisesPersonalData } from '#server/exercises/index.ts'
import { learningPersonalData } from '#server/learning/index.ts'
import { libraryPersonalData } from '#server/library/index.ts'
import { notificationsPersonalData } from '#server/notifications/index.ts'
import { privacyPersonalData } from '#server/privacy/index.ts'

type Deps = Parameters<typeof apiKeysPersonalData>[0] &
  Parameters<typeof assessmentPersonalData>[0] &
  Parameters<typeof catalogPersonalData>[0] &
  Parameters<typeof conversationPersonalData>[0] &
  Parameters<typeof learningPersonalData>[0] & { privacy: Parameters<typeof privacyPersonalData>[0] }

/** What each domain knows of a person: exported with an account, and erased with it in this order. */
export const personalDataOfAll = ({ privacy, ...deps }: Deps) => [
  // Before learning, whose enrolments delete submissions with what names their files.
  assessmentPersonalData(deps),
  catalogPersonalData(deps),
  conversationPersonalData(deps),
  exercisesPersonalData(deps),
  learningPersonalData(deps),
  libraryPersonalData(deps),
  commercePersonalData(deps),
  shoppingPersonalData(deps),
  privacyPersonalData(privacy),
  notificationsPersonalData(deps),
  apiKeysPersonalData(deps),
]
