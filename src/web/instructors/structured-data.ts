import type { InstructorPage } from '#contract/instructors/instructors.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import { describeBreadcrumb, describeCourseList } from '#web/catalog/structured-data.ts'
import type { JsonLdNode } from '#web/kit/ui/structured-data.tsx'

export function describeInstructor(origin: string, instructor: InstructorPage): JsonLdNode[] {
  if (!import.meta.env.SSR) return []
  const { slug, name, headline, bio, links, linksAreChecked, courses, updatedAt } = instructor
  const url = origin + paths.instructor({ slug })
  return [
    {
      '@type': 'Person',
      '@id': `${url}#orang`,
      url,
      name,
      ...(headline && { jobTitle: headline }),
      ...(bio && { description: bio }),
      image: origin + sharingImage('pengajar', slug, updatedAt),
      // Only what somebody of the site looked at.
      ...(linksAreChecked && links.length > 0 && { sameAs: links.map((link) => link.url) }),
    },
    ...describeCourseList(origin, courses),
    ...describeBreadcrumb(origin, [{ name: 'Kelas', path: paths.catalogue() }, { name }]),
  ]
}
