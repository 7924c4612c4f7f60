package dev.weir.server.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.api.wire.TokenView;
import dev.weir.api.wire.UserView;
import dev.weir.model.event.Event;
import dev.weir.store.Reads;
import dev.weir.store.Setting;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Users and tokens as the journal's settings say, kept in memory. One more token comes from the
 * data folder and has all rights; who can read that file owns the server anyway.
 */
public final class Directory {
  /** Settings that only this class may write. */
  public static final String TOKENS = "tokens/";

  /** As {@link #TOKENS}. */
  public static final String USERS = "users/";

  private final Reads reads;
  private final String rootSecret;
  private final String rootName;
  private final Clock clock;
  private volatile Known known = new Known(Map.of(), Map.of());

  private record Known(Map<String, Token> tokens, Map<String, Rights> users) {}

  /** A token as it is kept. */
  record Token(
      String user, String salt, String hash, Instant createdAt, Optional<Instant> expiresAt) {}

  /** A user as it is kept. */
  record User(Map<String, Role> roles) {}

  /**
   * @param rootSecret the data folder's token
   * @param rootName the user that it stands for
   */
  public Directory(Reads reads, String rootSecret, String rootName, Clock clock) {
    this.reads = reads;
    this.rootSecret = rootSecret;
    this.rootName = rootName;
    this.clock = clock;
    refresh();
  }

  /** Reads the settings anew; after every change of them. */
  public void refresh() {
    Map<String, Token> tokens = new TreeMap<>();
    for (Setting s : reads.settings(TOKENS)) {
      tokens.put(s.name().substring(TOKENS.length()), read(s, Token.class));
    }
    Map<String, Rights> users = new TreeMap<>();
    for (Setting s : reads.settings(USERS)) {
      users.put(s.name().substring(USERS.length()), new Rights(read(s, User.class).roles()));
    }
    known = new Known(tokens, users);
  }

  private static <T> T read(Setting setting, Class<T> type) {
    try {
      return Wire.strict().readValue(setting.json(), type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("setting " + setting.name() + " cannot be read", e);
    }
  }

  /** Who a secret belongs to; empty when it is none, or no longer. */
  public Optional<Caller> bySecret(String secret) {
    if (TokenSecret.same(secret, rootSecret)) {
      return Optional.of(new Caller(rootName, Rights.ALL, Optional.of("data-folder")));
    }
    Known now = known;
    return TokenSecret.nameIn(secret)
        .flatMap(
            name ->
                Optional.ofNullable(now.tokens.get(name))
                    .filter(t -> TokenSecret.same(TokenSecret.hash(t.salt, secret), t.hash))
                    .filter(t -> t.expiresAt.filter(e -> !e.isAfter(clock.instant())).isEmpty())
                    .map(t -> new Caller(t.user, rights(now, t.user), Optional.of(name))));
  }

  /** A user whom somebody else, such as an identity provider, has vouched for. */
  public Caller vouchedFor(String user) {
    return new Caller(user, rights(known, user), Optional.empty());
  }

  private static Rights rights(Known known, String user) {
    return known.users.getOrDefault(user, Rights.NONE);
  }

  public List<UserView> users() {
    List<UserView> all = new ArrayList<>();
    known.users.forEach((name, rights) -> all.add(new UserView(name, roles(rights))));
    return all;
  }

  public Optional<UserView> user(String name) {
    return Optional.ofNullable(known.users.get(name)).map(r -> new UserView(name, roles(r)));
  }

  private static Map<String, String> roles(Rights rights) {
    Map<String, String> roles = new LinkedHashMap<>();
    rights.byQueue().forEach((queue, role) -> roles.put(queue, role.name()));
    return roles;
  }

  public List<TokenView> tokens() {
    List<TokenView> all = new ArrayList<>();
    known.tokens.forEach((name, token) -> all.add(view(name, token, Optional.empty())));
    return all;
  }

  public boolean hasToken(String name) {
    return known.tokens.containsKey(name);
  }

  private static TokenView view(String name, Token token, Optional<String> secret) {
    return new TokenView(name, token.user, token.createdAt, token.expiresAt, secret);
  }

  /** A new token and the fact that makes it known. */
  public record Made(TokenView view, Event fact) {}

  /** Makes a token; it holds once the fact is durable and {@link #refresh} was called. */
  public Made make(String name, String user, Optional<Instant> expiresAt, String by) {
    String secret = TokenSecret.fresh(name);
    String salt = TokenSecret.salt();
    Token token = new Token(user, salt, TokenSecret.hash(salt, secret), clock.instant(), expiresAt);
    return new Made(
        view(name, token, Optional.of(secret)),
        new Event.SettingChanged(TOKENS + name, Optional.of(json(token)), by));
  }

  /** The fact that takes a token away. */
  public Event revoke(String name, String by) {
    return new Event.SettingChanged(TOKENS + name, Optional.empty(), by);
  }

  /** The fact that gives a user these roles, or takes all away. */
  public Event user(String name, Optional<Map<String, Role>> roles, String by) {
    return new Event.SettingChanged(USERS + name, roles.map(r -> json(new User(r))), by);
  }

  private static String json(Object value) {
    try {
      return Wire.strict().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
