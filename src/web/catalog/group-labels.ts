import { useRouteLoaderData } from 'react-router'
import { categoryGroupLabels, type CategoryGroup } from '#contract/catalog/course-rules.ts'
import type { Site } from '#contract/site/site.ts'

/** What the owner calls the three groups of categories. */
export const useGroupLabels = (): Record<CategoryGroup, string> =>
  (useRouteLoaderData('site') as { site: Site }).site.categoryGroups ?? categoryGroupLabels
