package dev.guildhall.integrations;

import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.testkit.Sample;
import java.time.Duration;

/** The limits of a server that closes idle connections at once when it stops: its clients have what they asked for. */
public final class PromptStop {
    public static final ServerLimits LIMITS = Sample.with(
            ServerLimits.DEFAULT, "stop", new ServerLimits.Stop(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(5)));

    private PromptStop() {}
}
