-- Push services listen on 443 and need no name in their address; other endpoints are refused since this version.
delete from push_subscriptions
where endpoint ~* '^https://([^/?#]*@|[^/?#@]*:)' and endpoint !~* '^https://[^/?#@:]+:443([/?#]|$)' and endpoint !~* '^https://\[[0-9a-f:.]+\](:443)?([/?#]|$)';
