import { lazy, Suspense } from 'react'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import type { UploadedVideoProps } from './uploaded-video.tsx'
import { videoBox } from './video-box.ts'

const UploadedVideo = lazy(() => import('./uploaded-video.tsx').then((module) => ({ default: module.UploadedVideo })))

/** The player of uploaded videos, loaded by the lessons that have one. */
export const LazyUploadedVideo = (props: UploadedVideoProps) => (
  <Suspense
    fallback={
      <div className={`${videoBox} grid place-items-center text-white`}>
        <Spinner />
      </div>
    }
  >
    <UploadedVideo {...props} />
  </Suspense>
)
