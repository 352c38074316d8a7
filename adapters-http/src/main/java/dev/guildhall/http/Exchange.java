package dev.guildhall.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.body.BodyBytes;
import dev.guildhall.http.error.ClientDisconnected;
import dev.guildhall.http.limit.LoadShedder;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Id;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.webhook.Webhook;
import dev.guildhall.wire.json.BodyEncoding;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.WholeNumbers;
import dev.guildhall.wire.sse.SseWriter;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** One request and its response, as an endpoint uses them. Confined to its request. */
public final class Exchange {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final int OK = 200;

    /** A shorter answer is one packet in any case. */
    private static final int COMPRESSED_ABOVE = 1024;

    private static final byte[] NO_FIELDS = "{}".getBytes(StandardCharsets.US_ASCII);

    /** Signals the dispatcher that the body was larger than its route accepts. */
    static final class BodyTooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int most;

        BodyTooLarge(int most) {
            super("body too large", null, false, false);
            this.most = most;
        }

        /** The bytes that the route accepts. */
        int most() {
            return most;
        }
    }

    private final Context ctx;
    private final Map<String, String> parameters;
    private final Caller caller;
    private final String requestId;
    private final int maxBody;
    private final LoadShedder.Permit permit;
    private final Duration bodyTimeout;
    private final RequestWatch watch;
    private byte[] received = NO_FIELDS;

    Exchange(
            Context ctx,
            Map<String, String> parameters,
            Caller caller,
            String requestId,
            int maxBody,
            LoadShedder.Permit permit,
            Duration bodyTimeout,
            RequestWatch watch) {
        this.ctx = ctx;
        this.parameters = parameters;
        this.caller = caller;
        this.requestId = requestId;
        this.maxBody = maxBody;
        this.permit = permit;
        this.bodyTimeout = bodyTimeout;
        this.watch = watch;
    }

    public Caller caller() {
        return caller;
    }

    /** What the request waits for, and what ends it early. */
    public RequestWatch watch() {
        return watch;
    }

    /** The request's identifier, as in {@code X-Request-Id}. */
    public String requestId() {
        return requestId;
    }

    /** The request's JSON object; refuses with {@code CommonProblem.Invalid} when the body is not a JSON object. */
    public JsonBody body() {
        byte[] bytes = plainBody();
        if (bytes.length == 0) {
            throw Refusal.invalid("body", "must be a JSON object");
        }
        return JsonBody.parse(bytes);
    }

    /** The request's body as it was received, without a byte order mark; only after {@link #body()}. */
    public ByteBuffer jsonBytes() {
        return ByteBuffer.wrap(received);
    }

    /** The request's body of any media type, as it was received. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(plainBody());
    }

    /** As {@link #body()}; an absent body is an object without fields. */
    public JsonBody optionalBody() {
        byte[] bytes = plainBody();
        return JsonBody.parse(bytes.length == 0 ? NO_FIELDS : bytes);
    }

    /** The request's JSON value of any type; refuses with {@code CommonProblem.Invalid} when the body is not JSON. */
    public JsonNode tree() {
        byte[] bytes = plainBody();
        if (bytes.length == 0) {
            throw Refusal.invalid("body", "must be JSON");
        }
        return JsonBody.tree(bytes);
    }

    /**
     * The form of the body, as it was encoded.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} when the body is not a form
     */
    public String form() {
        byte[] bytes = wholeBody();
        String type = requestHeader("Content-Type").orElse("");
        if (!type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
            throw Refusal.invalid("Content-Type", "must be " + FORM);
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        QueryText.requireReadable(text);
        return text;
    }

    private byte[] plainBody() {
        byte[] bytes = wholeBody();
        requestHeader("Content-Encoding").ifPresent(coding -> BodyEncoding.requirePlain(bytes, coding));
        received = BodyEncoding.withoutMark(bytes);
        return received;
    }

    /**
     * A body that ends early or is badly framed is a fault of the request, even when the client has disconnected and
     * cannot read the response.
     */
    private byte[] wholeBody() {
        if (ctx.req().getContentLengthLong() > maxBody) {
            throw new BodyTooLarge(maxBody);
        }
        try {
            permit.reserve(Math.max(0, ctx.req().getContentLengthLong()));
            byte[] body = BodyBytes.read(ctx.req(), maxBody, bodyTimeout, permit::reserve)
                    .orElseThrow(() -> new BodyTooLarge(maxBody));
            permit.beginWork();
            received = body;
            return body;
        } catch (IOException broken) {
            ctx.header("Connection", "close");
            throw Refusal.invalid("body", "could not be read to its end");
        }
    }

    /**
     * The body while it arrives, of any length. The request counts as one of the caller's open streams, and ends early
     * when the caller's session does.
     */
    InputStream arrivingBody() throws IOException {
        watch.countAsStream();
        watch.requireRightsUntilAnswered();
        permit.reserve(MultipartFiles.BUFFER);
        return BodyBytes.open(ctx.req(), bodyTimeout, any -> watch.requireRights());
    }

    public Optional<String> cookieValue(SessionCookie cookie) {
        return cookie.value(ctx);
    }

    /** The host that the request names, without a port. */
    public String host() {
        return ctx.req().getServerName();
    }

    /** The address of this server that the request names: scheme, host and port, without a slash at its end. */
    public String address() {
        return addressOf(ctx);
    }

    static String addressOf(Context ctx) {
        String scheme = ctx.req().getScheme();
        int port = ctx.req().getServerPort();
        boolean isUsual = port == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + ctx.req().getServerName() + (isUsual ? "" : ":" + port);
    }

    public String path(String name) {
        return Optional.ofNullable(parameters.get(name))
                .orElseThrow(() -> new IllegalArgumentException("the path has no " + name));
    }

    /**
     * An identifier in the path.
     *
     * @param what the kind of resource that it names
     * @throws Refusal with {@code CommonProblem.NotFound}: a malformed identifier names nothing
     */
    public <T extends Id> T pathId(String name, String what, Function<String, T> id) {
        return pathId(name, new CommonProblem.NotFound(what), id);
    }

    /** As {@link #pathId(String, String, Function)} with another problem, also for names that identify a resource. */
    public <T> T pathId(String name, Problem unknown, Function<String, T> id) {
        try {
            return id.apply(path(name));
        } catch (Refusal malformed) {
            throw new Refusal(unknown);
        }
    }

    /** A parameter of the query; empty when it is absent or has no value. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(ctx.queryParam(name)).filter(value -> !value.isEmpty());
    }

    /** A query parameter that may be repeated: its non-empty values in their order. */
    public List<String> queries(String name) {
        return ctx.queryParams(name).stream().filter(value -> !value.isEmpty()).toList();
    }

    public <T> T requiredQuery(String name, Function<String, T> value) {
        return query(name).map(value).orElseThrow(() -> Refusal.invalid(name, "is required"));
    }

    /**
     * A boolean query parameter, false when absent.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} when it is neither {@code true} nor {@code false}
     */
    public boolean flag(String name) {
        return switch (query(name).orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Refusal.invalid(name, "must be true or false");
        };
    }

    /**
     * The page of a list that the request asks for: {@code limit} and {@code cursor} of the query (general-17).
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming the bad parameter
     */
    public PageRequest page() {
        return page(Cursor::decode);
    }

    /**
     * The same for a list in the order of identifiers.
     *
     * @param prefix the type prefix of the identifiers, without the underscore
     * @throws Refusal with {@code CommonProblem.Invalid}, also for a cursor of a list of another kind
     */
    public PageRequest page(String prefix) {
        return page(encoded -> Cursor.decode(encoded, prefix));
    }

    private PageRequest page(Function<String, Cursor> cursor) {
        Limit limit = query("limit").map(Exchange::limit).orElse(Limit.DEFAULT);
        return new PageRequest(limit, query("cursor").map(cursor));
    }

    private static Limit limit(String digits) {
        return WholeNumbers.parse(digits)
                .map(Limit::new)
                .orElseThrow(() -> Refusal.invalid("limit", "must be an integer between 1 and " + Limit.MAX));
    }

    /** A request header; empty when it is absent or has no value. */
    public Optional<String> requestHeader(String name) {
        return Optional.ofNullable(ctx.header(name)).filter(value -> !value.isEmpty());
    }

    /** How many deliveries to webhooks have led to the request (webhooks-13); {@link #caller()} has it already. */
    public int hops() {
        return Hops.of(requestHeader(Webhook.HOPS));
    }

    /** Whether the client prefers a page to JSON, as browsers do. */
    public boolean prefersPage() {
        return requestHeader("Accept").filter(MediaRanges::prefersPage).isPresent();
    }

    /**
     * The {@code Idempotency-Key}, with which a repeated request takes effect only once (general-33); empty when
     * absent.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} when it is malformed or sent more than once
     */
    public Optional<IdempotencyKey> idempotencyKey() {
        if (Collections.list(ctx.req().getHeaders("Idempotency-Key")).size() > 1) {
            throw Refusal.invalid("Idempotency-Key", "must be sent once");
        }
        return requestHeader("Idempotency-Key").map(IdempotencyKey::new);
    }

    /** A request header that may be repeated: its non-empty values in their order. */
    public List<String> requestHeaders(String name) {
        return Collections.list(ctx.req().getHeaders(name)).stream()
                .filter(value -> !value.isEmpty())
                .toList();
    }

    /**
     * The parent span of the work for this request: the request's own span, or the client's where this server sends no
     * spans; empty when {@code traceparent} is absent too, or invalid.
     */
    public Optional<SpanContext> parentSpan() {
        return RequestLog.spanOf(ctx);
    }

    /** The origin of a model call that the caller's request causes. */
    public Optional<CallOrigin> origin() {
        return Optional.of(new CallOrigin(parentSpan(), Optional.empty(), Optional.of(requestId)));
    }

    /** Redirects the browser (302). The response is not cached. */
    public void redirect(URI target) {
        ctx.status(302);
        ctx.header("Location", target.toString());
        ctx.header("Referrer-Policy", "no-referrer");
        ctx.res().setContentType(null);
    }

    /**
     * Sends JSON without a secret: compressed when it is long and the client takes that; a successful GET has an
     * {@code ETag}, and a client that has the same already gets no body (304; general-31).
     */
    public void json(int status, Object body) {
        jsonBytes(status, Json.bytes(body));
    }

    /** As {@link #json}, of bytes that are JSON already. */
    public void jsonBytes(int status, byte[] body) {
        if (status == OK && ctx.req().getMethod().equals("GET") && isKnown(body)) {
            notModified();
        } else {
            compressible(status, body);
        }
    }

    private void compressible(int status, byte[] body) {
        if (body.length > COMPRESSED_ABOVE) {
            ctx.res().addHeader("Vary", "Accept-Encoding");
            bytes(
                    status,
                    JSON,
                    requestHeader("Accept-Encoding").filter(Gzip::isTaken).isPresent() ? gzip(body) : body);
        } else {
            bytes(status, JSON, body);
        }
    }

    /**
     * Sends JSON whose version costs less than the JSON itself, which is not made for a client that has the same.
     *
     * @param version another text after each change
     */
    public void json(String version, Supplier<?> body) {
        if (isKnown(version.getBytes(StandardCharsets.UTF_8))) {
            notModified();
        } else {
            compressible(OK, Json.bytes(body.get()));
        }
    }

    public void jsonBytes(int status, ByteBuffer body) {
        byte[] copy = new byte[body.remaining()];
        body.get(body.position(), copy);
        jsonBytes(status, copy);
    }

    /**
     * Sends JSON that contains a secret. It is never compressed: the length of a compressed text tells whether another
     * part of it resembles the secret.
     */
    public void secretJson(int status, Object body) {
        bytes(status, JSON, Json.bytes(body));
    }

    /** The tag is weak, since the compressed bytes differ. Only this client may keep the answer, and asks each time. */
    private boolean isKnown(byte[] version) {
        return isKnown("W/\"" + Sha256.of(version).value() + "\"");
    }

    /** Gives the response this {@code ETag}, and tells whether the client has a copy with it, which is still valid. */
    public boolean isKnown(String tag) {
        header("ETag", tag);
        String opaque = tag.substring(tag.indexOf('"'));
        return requestHeader("If-None-Match")
                .filter(known -> known.strip().equals("*") || known.contains(opaque))
                .isPresent();
    }

    private byte[] gzip(byte[] body) {
        header("Content-Encoding", "gzip");
        return Gzip.compress(body);
    }

    public void text(int status, String contentType, String text) {
        bytes(status, contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    public void bytes(int status, String contentType, byte[] bytes) {
        watch.requireRights();
        Responses.send(ctx, status, contentType, bytes);
    }

    /** Begins a response of that many bytes; empty when the client requests no body (HEAD). */
    Optional<OutputStream> begin(int status, String contentType, long length) {
        watch.requireRights();
        ctx.status(status).contentType(contentType);
        ctx.res().setContentLengthLong(length);
        try {
            return ctx.req().getMethod().equals("HEAD")
                    ? Optional.empty()
                    : Optional.of(ctx.res().getOutputStream());
        } catch (IOException gone) {
            throw new ClientDisconnected(gone);
        }
    }

    /**
     * Begins a response of unknown length, which ends when the client disconnects or the caller's session ends. The caller
     * closes nothing; each write checks the caller's rights.
     */
    public OutputStream beginBytes(String contentType) {
        watch.requireRights();
        ctx.status(OK).contentType(contentType);
        ctx.res().setHeader("Cache-Control", "no-store, no-transform");
        ctx.res().setHeader("X-Accel-Buffering", "no");
        try {
            return ctx.res().getOutputStream();
        } catch (IOException gone) {
            throw new ClientDisconnected(gone);
        }
    }

    /** Closes the connection, so that the client does not take a response that has begun for a whole one. */
    public void abort() {
        watch.connection().close();
    }

    /** Lets the browser of a session store the response, and ask with its {@code ETag} whether it may show it again. */
    public void storeInBrowser() {
        if (caller() instanceof Caller.User && requestHeader("Authorization").isEmpty()) {
            header("Cache-Control", "private, no-cache");
        }
    }

    public void notModified() {
        empty(304);
    }

    public void noContent() {
        empty(204);
    }

    public void accepted() {
        empty(202);
    }

    private void empty(int status) {
        watch.requireRights();
        ctx.status(status);
        ctx.res().setContentType(null);
    }

    public void cookie(String value) {
        ctx.res().addHeader("Set-Cookie", value);
    }

    public void header(String name, String value) {
        ctx.header(name, value);
    }

    /**
     * Begins a stream of events, which ends when the client disconnects or the caller's session ends. Nothing is sent
     * before the first event.
     */
    public SseWriter stream() {
        return stream("text/event-stream; charset=utf-8", SseWriter.COMMENT);
    }

    /**
     * The same for a stream of another media type.
     *
     * @param heartbeat is sent while there is no event
     */
    public SseWriter stream(String contentType, String heartbeat) {
        watch.countAsStream();
        watch.cancelWhenClientLeaves();
        try {
            return new SseWriter(
                    ctx.res().getOutputStream(),
                    heartbeat,
                    () -> beginEvents(contentType),
                    watch::requireRights,
                    ClientDisconnected::new);
        } catch (IOException bug) {
            throw new UncheckedIOException(bug);
        }
    }

    private void beginEvents(String contentType) {
        HttpServletResponse response = ctx.res();
        response.setStatus(200);
        response.setContentType(contentType);
        response.setHeader("Cache-Control", "no-cache, no-store, no-transform");
        response.setHeader("X-Accel-Buffering", "no");
    }
}
