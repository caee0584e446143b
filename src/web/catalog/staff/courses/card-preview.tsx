import { readPercent, readRupiah } from '#contract/kit/format/numbers.ts'
import { useFormState, useWatch } from 'react-hook-form'
import type { PossibleInstructor } from '#contract/catalog/authoring.ts'
import type { Category, CourseCard as Card } from '#contract/catalog/catalog.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import type { CourseForm } from './course-form-state.ts'
import { NoPrice } from './staff-price.tsx'
import { useObjectUrl } from './thumbnail-field.tsx'

type Props = {
  form: CourseForm
  categories: readonly Category[]
  instructors: readonly PossibleInstructor[] | null
  currentThumbnail: string | null
  instructorName: string
}

/** The catalogue card with the current form values. Its link is disabled. */
export function CardPreview({ form, categories, instructors, currentThumbnail, instructorName }: Props) {
  const values = useWatch({ control: form.control })
  const { errors } = useFormState({ control: form.control, name: 'thumbnail' })
  const chosen = useObjectUrl(values.thumbnail as File[])
  // An invalid picture is not previewed.
  const picture = errors.thumbnail ? null : chosen
  const category = categories.find(({ _id }) => _id === values.categoryId)
  const price = readRupiah(values.price ?? '')
  const read = readPercent(values.discount ?? '')
  const discount = typeof read === 'number' ? Math.min(100, Math.max(0, Math.round(read))) : 0
  const card: Card = {
    _id: 'pratinjau',
    title: values.title?.trim() || 'Judul kelasmu',
    name: '',
    tagline: values.tagline ?? '',
    thumbnail: picture ?? currentThumbnail ?? `/cover/${encodeURIComponent(category?.slug ?? 'kelas')}/pratinjau.svg`,
    categoryId: values.categoryId ?? '',
    category: { _id: category?._id ?? '', name: category?.name ?? 'Kategori', slug: category?.slug ?? '' },
    price: Math.max(0, price ?? 0),
    discount,
    levels: values.levels ?? 'Pemula',
    instructor: {
      name: instructors?.find(({ _id }) => _id === values.instructorId)?.name ?? instructorName,
      avatar: '',
    },
    rating: 0,
    ratingCount: 0,
    students: 0,
    enrollmentCount: 0,
    lessonCount: 0,
    publishedAt: '',
  }
  return (
    <div inert className="max-w-90">
      <CourseCard course={card} eager price={price === null ? <NoPrice /> : undefined} />
    </div>
  )
}
