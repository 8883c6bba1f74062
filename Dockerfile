# syntax=docker/dockerfile:1
# One static binary on an empty base: no shell, no libc, not root. docs/deploying.md says how to run it.
# Images are to be pinned by digest where that can be looked up; here it cannot, since no registry of images is in reach, so they are named by
# tag. Whoever builds pins them, as docs/deploying.md says:
# docker build --build-arg GO_IMAGE=golang@sha256:… --build-arg BASE_IMAGE=gcr.io/distroless/static-debian12@sha256:…
ARG GO_IMAGE=golang:1.26-bookworm
ARG BASE_IMAGE=gcr.io/distroless/static-debian12:nonroot

FROM --platform=$BUILDPLATFORM $GO_IMAGE AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN --mount=type=cache,target=/go/pkg/mod go mod download
COPY . .
ARG TARGETOS TARGETARCH
# docker build --build-arg VERSION=1.2.3: what `berth version`, /metrics and traces call this build.
ARG VERSION=
RUN --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -ldflags "-s -w -X main.release=$VERSION" -o /out/berth ./cmd/berth \
    && mkdir /out/data

FROM $BASE_IMAGE
COPY --from=build /out/berth /berth
COPY --from=build --chown=nonroot:nonroot /out/data /data
ENV BERTH_ADDR=:3001 BERTH_DATA_DIR=/data
VOLUME /data
EXPOSE 3001
USER nonroot
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["/berth", "health"]
ENTRYPOINT ["/berth"]
CMD ["serve"]
