const widestPixels = 1280
/** The first picture of a recording is often black. */
const posterShare = 0.1
const timeoutMs = 10_000

/** A picture of a video, from a moment near its beginning. Null when this browser cannot decode it. */
export async function capturePoster(video: Blob): Promise<File | null> {
  const element = document.createElement('video')
  const url = URL.createObjectURL(video)
  try {
    element.muted = true
    element.preload = 'auto'
    element.src = url
    await arrivesAt(element, 'loadeddata')
    if (Number.isFinite(element.duration)) {
      element.currentTime = element.duration * posterShare
      await arrivesAt(element, 'seeked')
    }
    return await draw(element)
  } catch {
    return null
  } finally {
    element.removeAttribute('src')
    element.load()
    URL.revokeObjectURL(url)
  }
}

async function draw(element: HTMLVideoElement): Promise<File | null> {
  const scale = Math.min(1, widestPixels / element.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(element.videoWidth * scale)
  canvas.height = Math.round(element.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(element, 0, 0, canvas.width, canvas.height)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return picture && new File([picture], 'sampul.jpg', { type: 'image/jpeg' })
}

function arrivesAt(element: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The video was not decoded in time')), timeoutMs)
    const settle = (end: () => void) => () => {
      clearTimeout(timer)
      end()
    }
    element.addEventListener(event, settle(resolve), { once: true })
    element.addEventListener(
      'error',
      settle(() => reject(new Error('The video cannot be decoded'))),
      { once: true },
    )
  })
}
