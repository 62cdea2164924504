# The program in a container: a server of tables by default, any other command when named.
#
#     docker build --tag tradewinds .
#     docker run --publish 7468:7468 --volume tradewinds:/data tradewinds
#     docker run --volume "$PWD:/data" tradewinds tournament MANIFEST --shard 3/16 --out RUN/shards/3-of-16
#
# The server prints a link to 0.0.0.0: put the machine's name in its place. Its key is the only guard, and nothing is
# encrypted: put a proxy with TLS before it if others than this machine reach the port. What is mounted at /data must be
# writable for user 1000.
FROM rust:1.95-slim-trixie AS build
WORKDIR /tradewinds
COPY . .
RUN cargo build --release --locked --bin tradewinds

FROM debian:trixie-slim
COPY --from=build /tradewinds/target/release/tradewinds /usr/local/bin/
COPY --from=build /tradewinds/LICENSE* /usr/share/doc/tradewinds/
RUN useradd --uid 1000 --no-create-home tradewinds && install --directory --owner=1000 --group=1000 /data
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 7468
ENTRYPOINT ["tradewinds"]
CMD ["serve", "--listen", "0.0.0.0", "--no-browser", "--folder", "/data"]
