package dev.guildhall.http.account;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.oauth.BegunSignIn;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.oauth.ProviderDetails;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON records of sign-in with providers. */
public final class OAuthJson {
    private OAuthJson() {}

    /** The providers that an installation has. */
    public record ProvidersJson(List<ProviderJson> providers) {
        /** Converts the providers. */
        public static ProvidersJson of(List<ProviderDetails> providers) {
            return new ProvidersJson(providers.stream().map(ProviderJson::of).toList());
        }
    }

    public record ProviderJson(String name, String displayName, String kind) {
        static ProviderJson of(ProviderDetails provider) {
            return new ProviderJson(
                    provider.name().value(),
                    provider.displayName(),
                    provider.kind().wireName());
        }
    }

    record BegunJson(String authorizationUrl, String state) {
        static BegunJson of(BegunSignIn begun) {
            return new BegunJson(
                    begun.authorizationUrl().toString(), begun.state().value());
        }
    }

    /** A page of identities; {@code nextCursor} is null on the last page. */
    record IdentitiesJson(
            List<IdentityJson> identities, @Nullable String nextCursor) {
        static IdentitiesJson of(Page<LinkedIdentity> page) {
            return new IdentitiesJson(
                    page.items().stream().map(IdentityJson::of).toList(),
                    page.next().map(Cursor::encode).orElse(null));
        }
    }

    record IdentityJson(String id, String provider, String issuer, String subject, String linkedAt) {
        static IdentityJson of(LinkedIdentity identity) {
            return new IdentityJson(
                    identity.id().value(),
                    identity.provider().value(),
                    identity.key().issuer(),
                    identity.key().subject(),
                    Json.timestamp(identity.linkedAt()));
        }
    }
}
