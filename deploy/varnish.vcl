vcl 4.1;

backend product { .host = "127.0.0.1"; .port = "3000"; }

sub vcl_recv {
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
  # Only what the product allows is kept, and not for longer.
  if (beresp.http.Cache-Control !~ "s-maxage|immutable") { set beresp.uncacheable = true; set beresp.ttl = 0s; }
  set beresp.grace = 0s;
  # To ask with the etag of an expired copy.
  set beresp.keep = 10m;
}

sub vcl_deliver {
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}
