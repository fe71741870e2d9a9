-- That of new_signup: nobody whom the owner added is kept out by the door once they confirm their address.
ALTER TABLE pending_signups ADD COLUMN admission text;
