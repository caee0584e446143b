import type { Accepted } from './protocol.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

const states: Record<Accepted['state'], string> = {
  accepted: 'Diterima',
  sent: 'Terkirim ✓',
  delivered: 'Sampai ✓✓',
  read: 'Dibaca ✓✓',
  failed: 'Gagal',
}
const time = new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' })

function bubble(basePath: string, { id, to, text, button, state, at }: Accepted): string {
  const link = button ? `<a href="${escape(button.url)}">${escape(button.label)}</a>` : ''
  const read =
    state === 'delivered'
      ? `<form method="post" action="${basePath}/read"><input type="hidden" name="id" value="${escape(id)}"><button>Buka di ponsel</button></form>`
      : ''
  return `<li><h2>Ke +${escape(to)}</h2><p class="text">${escape(text).replaceAll('\n', '<br>')}</p>${link}<p class="state">${time.format(at)} · ${states[state]}</p>${read}</li>`
}

/** Messages that would arrive at phones, newest first. */
export const phonePage = ({
  basePath,
  messages,
}: {
  basePath: string
  messages: readonly Accepted[]
}): string => `<!DOCTYPE html>
<html lang="id">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox WhatsApp</title><link rel="stylesheet" href="${basePath}/style.css"></head>
<body><main>
<p class="mark">Mode sandbox</p><h1>Pesan WhatsApp</h1>
<p>Yang akan tiba di ponsel. Tidak ada yang dikirim ke WhatsApp. Nomor yang berakhiran 0001 ditolak, yang berakhiran 0002 gagal sampai.</p>
${messages.length === 0 ? '<p>Belum ada pesan. <a href="">Muat ulang</a></p>' : `<ol>${messages.map((message) => bubble(basePath, message)).join('')}</ol>`}
<form method="post" action="${basePath}/write"><h2>Tulis sebagai pemilik nomor</h2>
<label>Nomor <input name="from" inputmode="tel" required></label><label>Pesan <input name="text" required></label><button>Kirim</button>
<p>Setelah itu situs boleh membalas tanpa template selama 24 jam. “Berhenti” mengakhiri pesan.</p></form>
</main></body>
</html>
`

export const stylesheet = `
:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}
body{margin:0}
main{width:min(32rem,100% - 2rem);margin:2rem auto}
.mark{display:inline-block;margin:0;padding:.15rem .6rem;border:1px solid;border-radius:99px;font-size:.8rem}
ol{list-style:none;padding:0;display:grid;gap:1rem}
li,main>form{padding:1rem;border:1px solid #8888;border-radius:.3rem 1rem 1rem 1rem;overflow-wrap:anywhere}
h2{margin:0 0 .4rem;font-size:.9rem}
.text{margin:0 0 .6rem}
li a,button{display:inline-flex;align-items:center;min-height:44px;padding:0 1rem;border:1px solid;border-radius:.6rem;font:inherit;background:transparent;color:inherit;cursor:pointer}
.state{margin:.5rem 0;font-size:.85rem}
main>form{display:grid;gap:.6rem;margin-top:2rem}
label{display:grid;gap:.2rem}
input{min-height:44px;padding:0 .6rem;font:inherit;border:1px solid #8888;border-radius:.5rem}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid #4c6fff}
`
