import { useState } from 'react'
import { fieldErrors } from '#contract/client.ts'
import { imageLimits, imageProblem } from '#contract/kit/media/images.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { useApi } from '#web/identity/index.ts'
import { withLogin } from '#web/identity/index.ts'
import { pictureToUpload } from '#web/kit/ui/picture-to-upload.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Uploads a picture. On failure shows the reason and returns null. */
export function useImageUpload() {
  const { authenticated } = useApi()
  const [uploading, setUploading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  function fail(text: string): null {
    setProblem(text)
    toast.error(text)
    return null
  }

  async function upload(chosen: File): Promise<{ url: string; width: number; height: number } | null> {
    setProblem(null)
    setUploading(true)
    try {
      const file = await pictureToUpload(chosen, imageLimits)
      const known = imageProblem(file)
      if (known) return fail(known)
      return (await withLogin(() => authenticated.uploads.uploadImage({ image: file }))).data
    } catch (error) {
      return fail(fieldErrors(error)['image'] ?? describeFailure(error))
    } finally {
      setUploading(false)
    }
  }

  return { upload, uploading, problem }
}
