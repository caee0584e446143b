/**
 * The cache tag of the number of published courses in each category, which the menu of every page shows. Not `courses`, so that a new
 * title or price does not invalidate every page.
 */
export const categoryCounts = 'category-counts'
