package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.profile.Avatar;
import dev.guildhall.ports.profile.NewProfile;
import dev.guildhall.ports.profile.OwnProfile;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.profile.ProfileActivation;
import dev.guildhall.ports.profile.ProfileChange;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The profiles of an account over HTTP (accounts-30). */
public final class ProfileRoutes {
    private record ProfileJson(
            String id, String displayName, @Nullable String avatar, boolean isActive) {
        static ProfileJson of(OwnProfile own) {
            Profile profile = own.profile();
            return new ProfileJson(
                    profile.id().value(),
                    profile.displayName().value(),
                    profile.avatar().map(Avatar::value).orElse(null),
                    own.isActive());
        }
    }

    private record ActivationJson(String activeProfileId, String accessToken, long expiresIn) {
        static ActivationJson of(ProfileActivation activation) {
            return new ActivationJson(
                    activation.activeProfileId().value(),
                    activation.accessToken().value(),
                    activation.expiresIn().toSeconds());
        }
    }

    private final Profiles profiles;

    public ProfileRoutes(Profiles profiles) {
        this.profiles = profiles;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/profiles", Access.BEARER, this::list),
                Route.post("/profiles", Access.BEARER, this::add),
                Route.patch("/profiles/{profileId}", Access.BEARER, this::change),
                Route.put("/profiles/{profileId}/activate", Access.BEARER, this::activate));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200, Json.page("profiles", profiles.list(exchange.caller(), exchange.page("prf")), ProfileJson::of));
    }

    private void add(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<DisplayName> name = body.required("displayName", RequestReader.text(DisplayName::parse));
        Supplier<Optional<Avatar>> avatar = body.optional("avatar", RequestReader.text(Avatar::new));
        body.check();
        OwnProfile added = profiles.add(exchange.caller(), new NewProfile(name.get(), avatar.get()));
        exchange.json(201, ProfileJson.of(added));
    }

    private void change(Exchange exchange) {
        ProfileId id = profileId(exchange);
        JsonBody body = exchange.body();
        Supplier<Optional<DisplayName>> name = body.optional("displayName", RequestReader.text(DisplayName::parse));
        Supplier<Change<Avatar>> avatar = body.change("avatar", RequestReader.text(Avatar::new));
        body.check();
        OwnProfile changed = profiles.change(exchange.caller(), id, new ProfileChange(name.get(), avatar.get()));
        exchange.json(200, ProfileJson.of(changed));
    }

    /** The response contains a token, so caches between the server and the client must not keep it. */
    private void activate(Exchange exchange) {
        ProfileActivation activation = profiles.activate(exchange.caller(), profileId(exchange));
        exchange.secretJson(200, ActivationJson.of(activation));
    }

    private static ProfileId profileId(Exchange exchange) {
        return exchange.pathId("profileId", "profile", ProfileId::new);
    }
}
