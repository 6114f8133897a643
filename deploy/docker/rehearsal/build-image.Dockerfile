# Stands in for the image that builds: the other one and this machine's cache of packages.
ARG FROM
FROM ${FROM}
COPY _cacache /root/.npm/_cacache
ENV npm_config_offline=true
