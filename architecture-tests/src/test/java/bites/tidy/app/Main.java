package bites.tidy.app;

import bites.tidy.core.Core;
import bites.tidy.http.Server;
import bites.tidy.integrations.oauth.Provider;
import bites.tidy.llm.Model;
import bites.tidy.persistence.PgTaskStore;
import java.time.Instant;
import org.slf4j.Logger;

record Main(Core core, PgTaskStore store, Model model, Server server, Provider provider, Logger log) {
    void say() {
        System.out.println(System.getenv("HOME") + Instant.now());
    }
}
