vcl 4.1;
import std;
import xkey;

backend product { .host = "127.0.0.1"; .port = "3000"; }
acl purgers { "127.0.0.1"; "::1"; }

sub vcl_recv {
  # CDN_PURGE_URL=http://127.0.0.1:6081/purge-cache
  if (req.method == "POST" && req.url == "/purge-cache") {
    if (client.ip !~ purgers || req.http.Authorization != "Bearer " + std.getenv("CDN_PURGE_TOKEN")) { return (synth(403)); }
    set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
    return (synth(200, "Purged"));
  }
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  # Personal requests have a token; videos are streamed at URLs of one viewer.
  if (req.http.Authorization || req.url ~ "^/media/") { return (pass); }
  # The only cookie is read at sign-in, which is a POST.
  unset req.http.Cookie;
  # With http_gzip_support=off Varnish keeps what the product compressed.
  if (req.http.Accept-Encoding ~ "\bbr\b") { set req.http.Accept-Encoding = "br"; }
  elsif (req.http.Accept-Encoding ~ "\bgzip\b") { set req.http.Accept-Encoding = "gzip"; }
  else { unset req.http.Accept-Encoding; }
  return (hash);
}

sub vcl_backend_response {
  # Only what the product allows is kept.
  if (beresp.http.Surrogate-Key) { set beresp.http.xkey = beresp.http.Surrogate-Key; }
  elsif (beresp.http.Cache-Control !~ "immutable") { set beresp.uncacheable = true; set beresp.ttl = 0s; }
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}
