package bites.blocking.ports;

import java.util.concurrent.Flow;

interface OffendingPublisher {
    Flow.Publisher<String> answers();
}
