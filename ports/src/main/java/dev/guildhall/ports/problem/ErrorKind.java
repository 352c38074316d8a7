package dev.guildhall.ports.problem;

/**
 * The kind of an error, for programs that do not know its code. The code of others may give one that has no name here.
 *
 * @param number 400 to 499 when the same work cannot succeed as it was given, 500 to 599 when it failed; 500 when it is
 *     another number. It is what is stored
 */
public record ErrorKind(int number) {
    /** Something that the work needs is not set up. */
    public static final ErrorKind FAILED_PRECONDITION = new ErrorKind(400);

    /** The owner is not known. */
    public static final ErrorKind UNAUTHENTICATED = new ErrorKind(401);

    /** The owner may not do it. */
    public static final ErrorKind FORBIDDEN = new ErrorKind(403);

    /** Something that the work names does not exist. */
    public static final ErrorKind NOT_FOUND = new ErrorKind(404);

    /** Its time has passed. */
    public static final ErrorKind TIMED_OUT = new ErrorKind(408);

    /** It contradicts the state of something. */
    public static final ErrorKind CONFLICT = new ErrorKind(409);

    /** A value is too large. */
    public static final ErrorKind TOO_LARGE = new ErrorKind(413);

    /** A value is not valid. */
    public static final ErrorKind INVALID = new ErrorKind(422);

    /** A limit is reached. */
    public static final ErrorKind LIMITED = new ErrorKind(429);

    /** A fault of the program. */
    public static final ErrorKind INTERNAL = new ErrorKind(500);

    /** The installation does not offer it. */
    public static final ErrorKind NOT_OFFERED = new ErrorKind(501);

    /** Another system failed. */
    public static final ErrorKind UPSTREAM_FAILED = new ErrorKind(502);

    /** It cannot be done now. */
    public static final ErrorKind UNAVAILABLE = new ErrorKind(503);

    /** Another system took too long. */
    public static final ErrorKind UPSTREAM_TIMED_OUT = new ErrorKind(504);

    /** There is no space left. */
    public static final ErrorKind STORAGE_FULL = new ErrorKind(507);

    private static final int LEAST = 400;
    private static final int MOST = 599;
    private static final int OTHER = 500;

    public ErrorKind {
        number = number >= LEAST && number <= MOST ? number : OTHER;
    }
}
