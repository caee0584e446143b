const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

const document = (title: string, basePath: string, body: string) => `<!DOCTYPE html>
<html lang="id">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="${basePath}/gsi/style.css"></head>
<body><main>${body}</main></body>
</html>
`

type Chooser = {
  basePath: string
  clientId: string
  nonce: string
  accounts: readonly { sub: string; name: string; email: string }[]
}

/** The account chooser as a plain form. */
export function chooserPage({ basePath, clientId, nonce, accounts }: Chooser): string {
  const choices = accounts.map(
    ({ sub, name, email }) =>
      `<button name="sub" value="${escape(sub)}"><strong>${escape(name)}</strong><span>${escape(email)}</span></button>`,
  )
  return document(
    'Pilih akun – sandbox Google',
    basePath,
    `<p class="mark">Mode sandbox</p><h1>Pilih akun</h1><p>Akun rekaan untuk mencoba “Sign in with Google”. Tidak ada yang dikirim ke Google.</p>
<form method="post" action="${basePath}/gsi/select"><input type="hidden" name="client_id" value="${escape(clientId)}"><input type="hidden" name="nonce" value="${escape(nonce)}">${choices.join('')}</form>`,
  )
}

/** Posts the token to the opener window and closes. */
export const credentialPage = ({ basePath, credential }: { basePath: string; credential: string }): string =>
  document(
    'Masuk…',
    basePath,
    `<p data-credential="${escape(credential)}">Masuk…</p><script src="${basePath}/gsi/credential.js"></script>`,
  )

export const stylesheet = `
:root{color-scheme:light dark;font-family:system-ui,sans-serif}
body{margin:0;display:grid;place-items:center;min-height:100dvh}
main{width:min(24rem,100% - 2rem)}
.mark{display:inline-block;margin:0;padding:.15rem .6rem;border:1px solid;border-radius:99px;font-size:.8rem}
form{display:grid;gap:.6rem}
button{display:grid;gap:.2rem;padding:.8rem 1rem;text-align:left;font:inherit;border:1px solid #8888;border-radius:.7rem;background:transparent;color:inherit;cursor:pointer;min-height:44px}
button:hover,button:focus-visible{outline:3px solid #4c6fff}
`

/** The part of Google's script API that the product uses. Elements get a class name instead of inline styles, which the page's policy forbids. */
export const script = ({ basePath }: { basePath: string }): string => `(function(){
  var base=${JSON.stringify(basePath)},config=null,popup=null;
  function open(){
    if(!config)return;
    var query='client_id='+encodeURIComponent(config.client_id)+(config.nonce?'&nonce='+encodeURIComponent(config.nonce):'');
    popup=window.open(base+'/gsi/select?'+query,'google-sandbox','popup,width=460,height=600');
  }
  window.addEventListener('message',function(event){
    // Accepts messages only from the chooser: same origin, and the window that was opened.
    if(event.origin!==location.origin||event.source!==popup||!event.data||event.data.type!=='google-sandbox-credential')return;
    if(config)config.callback({credential:event.data.credential,select_by:'btn'});
  });
  window.google={accounts:{id:{
    initialize:function(given){config=given},
    renderButton:function(parent,options){
      var button=document.createElement('button');
      button.type='button';button.textContent='Sign in with Google';
      button.className=options&&options.sandboxClass||'';
      button.addEventListener('click',open);
      parent.replaceChildren(button);
    },
    prompt:open,cancel:function(){},disableAutoSelect:function(){}
  }}};
})();
`
