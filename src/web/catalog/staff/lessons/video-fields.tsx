import { lazy, Suspense } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { LessonFormState } from './lesson-values.ts'
import { YoutubeField } from './youtube-field.tsx'
import { SelectField } from '#web/kit/ui/field.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import type { UploadFieldProps } from './upload-field.tsx'

const UploadField = lazy(() => import('./upload-field.tsx').then((module) => ({ default: module.UploadField })))

export type VideoFieldsProps = { form: LessonFormState } & Pick<
  UploadFieldProps,
  'existing' | 'onProgress' | 'onRemoved'
>

/** The source of a video, and its field: a YouTube link, or an upload. */
export function VideoFields({ form, existing, onProgress, onRemoved }: VideoFieldsProps) {
  const { control, setValue, clearErrors, formState } = form
  const { errors } = formState
  const [source, title, uploadId] = useWatch({ control, name: ['source', 'title', 'uploadId'] })
  return (
    <>
      <SelectField label="Sumber Video" {...form.field('source')}>
        <option value="youtube">YouTube</option>
        <option value="upload">Unggah berkas</option>
      </SelectField>
      {source === 'upload' ? (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <UploadField
            existing={existing}
            hasExisting={existing !== null && uploadId === existing.uploadId}
            error={errors.uploadId?.message ?? errors.poster?.message}
            onProgress={onProgress}
            onRemoved={onRemoved}
            onChange={(video) => {
              // The one of a save before there was a video, or of the video before this one.
              clearErrors(['uploadId', 'poster'])
              setValue('poster', video.poster, { shouldDirty: true })
              setValue('uploadId', video.uploadId, { shouldDirty: true })
            }}
          />
        </Suspense>
      ) : (
        <Controller
          control={control}
          name="youtubeId"
          render={({ field }) => (
            <YoutubeField
              value={field.value}
              title={title}
              error={errors.youtubeId?.message}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      )}
    </>
  )
}
