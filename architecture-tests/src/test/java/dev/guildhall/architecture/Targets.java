package dev.guildhall.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.regex.Pattern;

/** What code may not call, name or refer to: patterns over {@code <class>.<member>}. Method references count as calls. */
enum Targets {
    CLOCK(
            "the wall clock",
            "java\\.lang\\.System\\.(currentTimeMillis|nanoTime)",
            "java\\.time\\..*\\.now",
            "java\\.time\\.(Clock|InstantSource)\\.(system.*|tick(Millis|Seconds|Minutes))",
            "java\\.util\\.Date\\.<init>",
            "java\\.util\\.Calendar\\.getInstance"),
    SLEEP(
            "sleep",
            "java\\.lang\\.Thread\\.sleep",
            "java\\.util\\.concurrent\\.TimeUnit\\.sleep",
            "java\\.util\\.concurrent\\.locks\\.LockSupport\\.park.*"),
    CHANCE(
            "chance",
            "java\\.lang\\.(Strict)?Math\\.random",
            "java\\.lang\\.System\\.identityHashCode",
            "java\\.util\\.UUID\\.randomUUID",
            "java\\.util\\.(Random|SplittableRandom)\\..*",
            "java\\.util\\.random\\..*",
            "java\\.util\\.concurrent\\.ThreadLocalRandom\\..*",
            "java\\.util\\.Collections\\.shuffle",
            "java\\.security\\.SecureRandom\\..*"),
    ENVIRONMENT(
            "the environment",
            "java\\.lang\\.System\\.(getenv|getProperty|getProperties)",
            "java\\.lang\\.(Integer\\.getInteger|Long\\.getLong|Boolean\\.getBoolean)"),
    PROCESS(
            "what all code of the process shares",
            "java\\.lang\\.Runtime\\.(addShutdownHook|exit|halt)",
            "java\\.lang\\.System\\.(exit|clearProperty|set(Out|Err|In|Property|Properties))",
            "java\\.lang\\.Thread\\.setDefaultUncaughtExceptionHandler",
            "java\\.sql\\.DriverManager\\.(registerDriver|setLog.*)",
            "java\\.util\\.(Locale|TimeZone)\\.setDefault",
            "java\\.util\\.logging\\..*"),
    THREAD_LOCALS("what a thread carries with it", "java\\.lang\\.(Inheritable)?ThreadLocal\\..*"),
    CONSOLE("the console", "java\\.lang\\.System\\.(out|err|in|console)", ".*\\.printStackTrace");

    private final String title;
    private final Pattern pattern;

    Targets(String title, String... patterns) {
        this.title = title;
        this.pattern = Pattern.compile(String.join("|", patterns));
    }

    DescribedPredicate<JavaAccess<?>> isAccessed() {
        return DescribedPredicate.describe(
                title,
                access -> pattern.matcher(access.getTargetOwner().getName() + "."
                                + access.getTarget().getName())
                        .matches());
    }
}
