import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

type Options = {
  container?: 'webm' | 'mp4'
  /** The picture's; none: only sound. */ codec?: 'vp8' | 'avc' | 'hevc' | 'none'
  /** H.264: 0x42 is Baseline, 0x6e has 10 bits. */ profile?: number
  seconds?: number
  bytesPerSecond?: number
  indexLast?: boolean
}

// The configurations that an MP4 must contain: a profile and level, without a picture.
const avcConfiguration = Uint8Array.from([
  1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 4, 0x68, 0xce, 0x3c, 0x80,
])
const hevcConfiguration = Uint8Array.from([
  1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0,
])

function configurationOf(codec: 'vp8' | 'avc' | 'hevc', profile: number): { codec: string; description?: Uint8Array } {
  if (codec === 'vp8') return { codec }
  if (codec === 'hevc') return { codec: 'hvc1.1.6.L93.90', description: hevcConfiguration }
  return { codec: `avc1.${profile.toString(16).padStart(2, '0')}c01e`, description: avcConfiguration.with(1, profile) }
}

/** The bytes of a video file with a valid container, whose pictures cannot be decoded: one a second. */
export async function createVideoFile({
  container = 'webm',
  codec = container === 'mp4' ? 'avc' : 'vp8',
  profile = 0x42,
  seconds = 5,
  bytesPerSecond = 400,
  indexLast = false,
}: Options = {}): Promise<Buffer<ArrayBuffer>> {
  const target = new BufferTarget()
  const format =
    container === 'mp4' ? new Mp4OutputFormat({ fastStart: indexLast ? false : 'in-memory' }) : new WebMOutputFormat()
  const output = new Output({ format, target })
  const source = codec === 'none' ? new EncodedAudioPacketSource('opus') : new EncodedVideoPacketSource(codec)
  if (source instanceof EncodedVideoPacketSource) output.addVideoTrack(source)
  else output.addAudioTrack(source)
  await output.start()
  for (let second = 0; second < seconds; second++) {
    const packet = new EncodedPacket(new Uint8Array(bytesPerSecond).fill(second), 'key', second, 1)
    if (source instanceof EncodedVideoPacketSource && codec !== 'none') {
      await source.add(packet, {
        decoderConfig: { ...configurationOf(codec, profile), codedWidth: 320, codedHeight: 180 },
      })
    } else if (source instanceof EncodedAudioPacketSource) {
      await source.add(packet, { decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 } })
    }
  }
  await output.finalize()
  if (!target.buffer) throw new Error('The video file was not written')
  return Buffer.from(target.buffer)
}
