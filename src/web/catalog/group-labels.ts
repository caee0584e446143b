import { useRouteLoaderData } from 'react-router'
import { categoryGroupLabels, type CategoryGroup } from '#contract/catalog/course-rules.ts'
import type { Site } from '#contract/site/site.ts'

/** The owner’s names of the three groups of categories. */
export const useGroupLabels = (): Record<CategoryGroup, string> =>
  (useRouteLoaderData('site') as { site: Site }).site.categoryGroups ?? categoryGroupLabels
