import type { CourseRow } from '#server/catalog/index.ts'

/** A stored course as form input, without version, status and thumbnail. */
export const formOf = (course: CourseRow) => ({
  title: course.title,
  tagline: course.tagline,
  description: course.description,
  learn: course.learn,
  categoryId: course.category?.id,
  levels: course.level,
  price: course.priceIdr,
  discount: course.discountPercent,
})
